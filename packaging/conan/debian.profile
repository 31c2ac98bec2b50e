# Debian's own packages instead of Conan's, where they are installed (tools/install-packages build):
#   conan create packaging/conan --profile:all packaging/conan/debian.profile
[settings]
os=Linux
arch=x86_64
build_type=Release
compiler=gcc
compiler.version=12
compiler.libcxx=libstdc++11
compiler.cppstd=20

[platform_requires]
eigen/3.4.0
openblas/0.3.26
zlib/1.2.13
sqlite3/3.40.1
fmt/9.1.0
highway/1.0.3
nlohmann_json/3.11.2
fast_float/3.9.0
nanoflann/1.4.2
spectra/1.0.1
stb/cci.20230920
cli11/2.1.2
cpp-httplib/0.11.4
