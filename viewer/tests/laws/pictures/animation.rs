//! Files of an animation hold the pictures that were pushed.

use std::fs::File;
use std::io::BufReader;

use viewer::render::animation::{Format, Writer};
use viewer::render::{Error, Picture};

fn square_at(x0: u32) -> Picture {
    Picture::from_fn([40, 30], |x, y| {
        let inside = (x0..x0 + 8).contains(&x) && (10..18).contains(&y);
        if inside { [250, 200, 10, 255] } else { [10, 60, (100 + x) as u8, 255] }
    })
}

/// The bytes of a PNG file without opacity, as another program decodes it.
fn decoded_elsewhere(path: &std::path::Path) -> Vec<u8> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    assert_eq!(reader.next_frame(&mut bytes).unwrap().color_type, png::ColorType::Rgb);
    bytes
}

/// The pictures of a GIF as a viewer shows them: each frame laid over the one before.
fn shown(path: &std::path::Path) -> Vec<(u16, Vec<[u8; 3]>)> {
    let mut decoder = gif::DecodeOptions::new().read_info(File::open(path).unwrap()).unwrap();
    let palette = decoder.global_palette().unwrap().to_vec();
    let width = usize::from(decoder.width());
    let mut screen = vec![[0; 3]; width * usize::from(decoder.height())];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (k, &index) in
            frame.buffer.iter().enumerate().filter(|(_, index)| Some(**index) != frame.transparent)
        {
            let (x, y) = (k % usize::from(frame.width), k / usize::from(frame.width));
            let at = (y + usize::from(frame.top)) * width + x + usize::from(frame.left);
            screen[at] = palette[3 * usize::from(index)..][..3].try_into().unwrap();
        }
        pictures.push((frame.delay, screen.clone()));
    }
    pictures
}

#[test]
fn png_frames_come_back_bit_for_bit_and_the_gif_nearly() {
    let folder = tempfile::tempdir().unwrap();
    let gif = folder.path().join("run.gif");
    let mut writer = Writer::new(20.0).frames_in(folder.path()).unwrap().film(&gif, Format::Gif).unwrap();
    let pictures: Vec<Picture> = [0, 3, 3, 20].map(square_at).into();
    for picture in pictures.clone() {
        writer.push(picture).unwrap();
    }
    assert_eq!(writer.finish().unwrap(), 4);
    let shown = shown(&gif);
    assert_eq!(shown.len(), 4);
    for (k, picture) in pictures.iter().enumerate() {
        let png = folder.path().join(format!("frame-{k:05}.png"));
        assert!(Picture::open(&png).unwrap() == *picture);
        assert_eq!(
            decoded_elsewhere(&png),
            picture.pixels().iter().flat_map(|pixel| &pixel[..3]).copied().collect::<Vec<u8>>()
        );
        let (delay, colors) = &shown[k];
        assert_eq!(*delay, 5);
        for (pixel, color) in picture.pixels().iter().zip(colors) {
            assert!(
                (0..3).all(|c| pixel[c].abs_diff(color[c]) <= 8),
                "picture {k}: {pixel:?} became {color:?}"
            );
        }
    }
}

#[test]
fn a_picture_of_another_size_is_refused() {
    let mut writer = Writer::new(20.0);
    writer.push(Picture::filled([4, 3], [0; 4])).unwrap();
    let error = writer.push(Picture::filled([3, 4], [0; 4])).unwrap_err();
    assert!(matches!(error, Error::ShapeMismatch { index: 1, expected: [4, 3], got: [3, 4], .. }), "{error}");
}

#[test]
fn without_pictures_there_is_no_film() {
    let folder = tempfile::tempdir().unwrap();
    for format in [Format::Gif, Format::Apng] {
        let path = folder.path().join("none");
        assert_eq!(Writer::new(20.0).film(&path, format).unwrap().finish().unwrap(), 0);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    }
}

/// The pictures of an animated PNG as a viewer shows them, with the time that each is shown, s: by the reader of the crate `png`.
fn frames(path: &std::path::Path) -> Vec<(f64, Vec<u8>)> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let control = *reader.info().animation_control().unwrap();
    assert_eq!(control.num_plays, 0, "it repeats forever");
    let width = reader.info().width as usize;
    let mut screen = vec![0; reader.output_buffer_size().unwrap()];
    let mut part = screen.clone();
    let mut shown = Vec::new();
    for _ in 0..control.num_frames {
        reader.next_frame(&mut part).unwrap();
        let frame = *reader.info().frame_control().unwrap();
        assert_eq!((frame.dispose_op, frame.blend_op), (png::DisposeOp::None, png::BlendOp::Source));
        for (row, pixels) in part.chunks(3 * frame.width as usize).take(frame.height as usize).enumerate() {
            let at = 3 * ((frame.y_offset as usize + row) * width + frame.x_offset as usize);
            screen[at..at + pixels.len()].copy_from_slice(pixels);
        }
        shown.push((f64::from(frame.delay_num) / f64::from(frame.delay_den), screen.clone()));
    }
    assert!(reader.next_frame(&mut part).is_err(), "there are no more");
    shown
}

#[test]
fn an_animated_png_has_every_picture_to_the_bit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.apng");
    let mut writer = Writer::new(16.0).film(&path, Format::Apng).unwrap();
    // More than are compressed together, some of them alike.
    let pictures: Vec<Picture> = (0..21).map(|k| square_at([0, 3, 3, 20][k % 4])).collect();
    for picture in pictures.clone() {
        writer.push(picture).unwrap();
    }
    assert_eq!(writer.finish().unwrap(), 21);
    let frames = frames(&path);
    assert_eq!(frames.len(), 21);
    for (picture, (delay_s, bytes)) in pictures.iter().zip(frames) {
        assert!((delay_s - 1.0 / 16.0).abs() < 1e-3, "{delay_s}");
        assert!(picture.pixels().iter().flat_map(|pixel| &pixel[..3]).eq(&bytes));
    }
    // Programs that know no animations show the first picture.
    assert!(Picture::open(&path).unwrap() == pictures[0]);
    assert!(std::fs::metadata(&path).unwrap().len() < 21 * 1500);
}
