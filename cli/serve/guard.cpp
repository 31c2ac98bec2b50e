#include "serve/guard.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <random>

namespace mercer::cli {
namespace {

constexpr int token_words = 4;  // of 32 bits

bool same_secret(const std::string& a, const std::string& b) {
  unsigned differs = a.size() == b.size() ? 0 : 1;  // all letters are looked at, equal or not
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    differs |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return differs == 0;
}

}  // namespace

std::string random_token() {
  std::random_device source;  // the system's own
  std::string token;
  for (int i = 0; i < token_words; ++i) token += fmt::format("{:08x}", source());
  return token;
}

std::string Guard::refusal(const httplib::Request& request) const {
  const std::string here = fmt::format("127.0.0.1:{}", port), by_name = fmt::format("localhost:{}", port);
  const std::string host = request.get_header_value("Host");
  if (request.get_header_value_count("Host") != 1 || (host != here && host != by_name))
    return "this server only answers requests to 127.0.0.1";
  if (request.has_header("Origin") && request.get_header_value("Origin") != "http://" + host)
    return "requests from other sites are refused";
  const std::string site = request.get_header_value("Sec-Fetch-Site");
  if (!site.empty() && site != "same-origin" && site != "none")
    return "requests from other sites are refused";
  const std::string given = request.has_header("X-Mercer-Token") ? request.get_header_value("X-Mercer-Token")
                                                                 : request.get_param_value("token");
  if (!same_secret(given, token)) return "open the address that mercer serve printed, with its token";
  return "";
}

void set_safety_headers(httplib::Response& response, const std::string& nonce) {
  const auto set = [&](const char* name, const std::string& value) {
    response.headers.erase(name);  // one that is there would count as well
    response.set_header(name, value);
  };
  const std::string script = nonce.empty() ? "'none'" : fmt::format("'nonce-{}'", nonce);
  set("Content-Security-Policy",
      fmt::format(
          "default-src 'none'; script-src {}; style-src 'unsafe-inline'; img-src data: blob:; connect-src "
          "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          script));
  set("X-Content-Type-Options", "nosniff");
  set("Referrer-Policy", "no-referrer");
  set("Cross-Origin-Resource-Policy", "same-origin");
  set("Cache-Control", "no-store");
}

}  // namespace mercer::cli
