#include "core/base/json.h"

BANKLOOM_JSON_TEMPLATES(, nlohmann::json)
BANKLOOM_JSON_TEMPLATES(, nlohmann::ordered_json)
