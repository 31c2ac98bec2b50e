# An overlay port, which packs the sources that it lies in: vcpkg install mercer --overlay-ports=packaging/vcpkg
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../.." ABSOLUTE)

# The font of pictures, which no port has.
vcpkg_download_distfile(font_archive
  URLS https://registry.npmjs.org/npm-font-open-sans/-/npm-font-open-sans-1.1.0.tgz
  FILENAME npm-font-open-sans-1.1.0.tgz
  SHA512 b75cb94a15a6e9af0548bc01748353e3b5d831cb8a636ae44c1b13773ffbe9807632d5f4603f3d454918d9e492dbf5ce9a565f05ed471410300fe6fdfbf51f99)
vcpkg_extract_source_archive(font ARCHIVE "${font_archive}")

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DMERCER_TESTS=OFF -DMERCER_PROGRAM=ON "-DMERCER_FONT=${font}/fonts/Regular/OpenSans-Regular.ttf")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/mercer)
vcpkg_fixup_pkgconfig()
vcpkg_copy_tools(TOOL_NAMES mercer AUTO_CLEAN)

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
