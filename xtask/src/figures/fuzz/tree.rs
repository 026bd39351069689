//! Changes of scenarios and of documents, as trees of keys and values.

use toml::Value;

use super::random::Random;

const FLOATS: [f64; 18] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1e-6,
    1e-300,
    5e-324,
    1e3,
    1e6,
    1e9,
    1e12,
    1e15,
    1e300,
    f64::MAX,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

const INTEGERS: [i64; 14] =
    [0, 1, 2, 3, 4, -1, 10, 1000, 65_536, 1_000_000, 4_294_967_296, i64::MAX, i64::MIN, 1_000_000_000_000];

/// Names and words that occur anywhere in the seeds, so that keys and kinds are put where they do not belong.
#[derive(Default)]
pub(super) struct Vocabulary {
    pub(super) keys: Vec<String>,
    pub(super) words: Vec<String>,
    pub(super) values: Vec<Value>,
}

impl Vocabulary {
    pub(super) fn add(&mut self, value: &Value) {
        match value {
            Value::Table(table) => {
                for (key, value) in table {
                    self.keys.push(key.clone());
                    self.values.push(value.clone());
                    self.add(value);
                }
            }
            Value::Array(list) => list.iter().for_each(|value| self.add(value)),
            Value::String(word) => self.words.push(word.clone()),
            _ => {}
        }
    }

    pub(super) fn sort(&mut self) {
        self.keys.sort();
        self.keys.dedup();
        self.words.sort();
        self.words.dedup();
    }
}

/// Changes some values, keys and entries.
pub(super) fn change(random: &mut Random, vocabulary: &Vocabulary, root: &mut Value) {
    for _ in 0..1 + random.below(3) {
        let count = nodes(root);
        if let Some(node) = node(root, &mut random.below(count)) {
            change_node(random, vocabulary, node);
        }
    }
}

fn change_node(random: &mut Random, vocabulary: &Vocabulary, value: &mut Value) {
    if random.one_in(12) {
        *value = any(random, vocabulary);
        return;
    }
    match value {
        Value::Integer(number) => {
            *number = match random.below(4) {
                0 => *random.of_these(&INTEGERS),
                1 => number.saturating_mul(10),
                2 => number.saturating_neg(),
                _ => number.saturating_add(random.below(3) as i64 - 1),
            }
        }
        Value::Float(number) => {
            *number = match random.below(5) {
                0 | 1 => *random.of_these(&FLOATS),
                2 => *number * 10f64.powi(random.below(13) as i32 - 6),
                3 => -*number,
                _ => *number * (0.5 + random.below(1000) as f64 / 1000.0),
            }
        }
        Value::Boolean(flag) => *flag = !*flag,
        Value::String(word) => {
            *word = match random.below(4) {
                0 if !vocabulary.words.is_empty() => random.of_these(&vocabulary.words).clone(),
                1 => String::new(),
                2 => "x".repeat(1 << random.below(12)),
                _ => format!("{word}\n\u{7f}é"),
            }
        }
        Value::Array(list) => {
            let at = random.below(list.len());
            match random.below(6) {
                0 if !list.is_empty() => drop(list.remove(at)),
                1 if !list.is_empty() => list.insert(at, list[at].clone()),
                2 => list.clear(),
                3 if !list.is_empty() => list.extend_from_within(..),
                4 => list.insert(at, any(random, vocabulary)),
                _ => list.reverse(),
            }
        }
        Value::Table(table) => {
            let names: Vec<String> = table.keys().cloned().collect();
            let name = names.get(random.below(names.len()));
            match (random.below(5), name) {
                (0 | 1, Some(name)) => drop(table.remove(name)),
                (2, Some(name)) => {
                    // Known names, typing errors and names that are none.
                    let other = match random.below(4) {
                        0 => format!("{name}s"),
                        1 => String::new(),
                        2 => "ключ.\"x\" y".into(),
                        _ => random.of_these(&vocabulary.keys).clone(),
                    };
                    if let Some(value) = table.get(name).cloned() {
                        if random.one_in(2) {
                            table.remove(name);
                        }
                        table.insert(other, value);
                    }
                }
                (3, Some(name)) => drop(table.insert(name.clone(), any(random, vocabulary))),
                _ => {
                    let name = random.of_these(&vocabulary.keys).clone();
                    table.insert(name, any(random, vocabulary));
                }
            }
        }
        Value::Datetime(_) => *value = any(random, vocabulary),
    }
}

fn any(random: &mut Random, vocabulary: &Vocabulary) -> Value {
    match random.below(8) {
        0 => Value::Integer(*random.of_these(&INTEGERS)),
        1 => Value::Float(*random.of_these(&FLOATS)),
        2 => Value::Boolean(random.one_in(2)),
        3 => Value::String(if vocabulary.words.is_empty() {
            String::new()
        } else {
            random.of_these(&vocabulary.words).clone()
        }),
        4 => Value::Array(Vec::new()),
        5 => Value::Table(toml::Table::new()),
        _ => random.of_these(&vocabulary.values).clone(),
    }
}

/// Number of values in a tree, itself included.
pub(super) fn nodes(value: &Value) -> usize {
    1 + match value {
        Value::Table(table) => table.values().map(nodes).sum(),
        Value::Array(list) => list.iter().map(nodes).sum::<usize>(),
        _ => 0,
    }
}

/// The value of a number, counted from the root down; it is counted down to 0.
fn node<'a>(value: &'a mut Value, number: &mut usize) -> Option<&'a mut Value> {
    if *number == 0 {
        return Some(value);
    }
    *number -= 1;
    match value {
        Value::Table(table) => table.iter_mut().find_map(|(_, value)| node(value, number)),
        Value::Array(list) => list.iter_mut().find_map(|value| node(value, number)),
        _ => None,
    }
}

/// The tree without the value of a number; none where that is the root.
pub(super) fn without(root: &Value, number: usize) -> Option<Value> {
    fn remove(value: &mut Value, number: &mut usize) -> bool {
        match value {
            Value::Table(table) => {
                let names: Vec<String> = table.keys().cloned().collect();
                names.iter().any(|name| {
                    *number -= 1;
                    if *number == 0 {
                        table.remove(name);
                        return true;
                    }
                    table.get_mut(name).is_some_and(|value| remove(value, number))
                })
            }
            Value::Array(list) => (0..list.len()).any(|i| {
                *number -= 1;
                if *number == 0 {
                    list.remove(i);
                    return true;
                }
                remove(&mut list[i], number)
            }),
            _ => false,
        }
    }
    let mut changed = root.clone();
    (number > 0 && remove(&mut changed, &mut { number })).then_some(changed)
}
