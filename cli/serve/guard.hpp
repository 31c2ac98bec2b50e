// Who may send requests: only the page that this program opened.
#pragma once

#include <string>

namespace httplib {
struct Request;
struct Response;
}  // namespace httplib

namespace mercer::cli {

// Hexadecimal digits that nobody can guess.
std::string random_token();

struct Guard {
  std::string token;
  int port = 0;

  // Why a request is refused; "" if it may pass. A page of another site has another Origin; a name that
  // another site let point here (DNS rebinding) is another Host; neither knows the token.
  std::string refusal(const httplib::Request& request) const;
};

// What a browser is told with every answer: nothing may be loaded from elsewhere, and no script runs but the
// one that carries the nonce; without a nonce none.
void set_safety_headers(httplib::Response& response, const std::string& nonce = "");

}  // namespace mercer::cli
