// Pages to look and learn: only their pictures move.

import { tellTimes, wordsOf } from "./live.js";
import { stagesOf } from "./stage.js";

tellTimes(document);
stagesOf(document.getElementById("main"), wordsOf());
