//! Which adapters are no GPU.

use viewer::render::is_software;

#[test]
fn software_drivers_are_recognized_by_kind_or_name() {
    let is_software = |name: &str, driver: &str, kind| {
        let mut info = wgpu::AdapterInfo::new(kind, wgpu::Backend::Gl);
        (info.name, info.driver) = (name.into(), driver.into());
        is_software(&info)
    };
    assert!(is_software("anything", "", wgpu::DeviceType::Cpu));
    assert!(is_software("llvmpipe (LLVM 15.0.6, 256 bits)", "", wgpu::DeviceType::Other));
    assert!(is_software("Mesa", "swrast", wgpu::DeviceType::Other));
    assert!(!is_software("AMD Radeon RX 7600 (RADV NAVI33)", "radv", wgpu::DeviceType::DiscreteGpu));
}
