// Pages to look and learn: only their pictures move.

import { wordsOf } from "./live.js";
import { stagesOf } from "./stage.js";

stagesOf(document.getElementById("main"), wordsOf());
