// One file, so that all of it runs in one process with one browser. The order matters: an account is set up once.
import './first-run.ts'
import './every-page.ts'
import './actions.ts'
import './keyboard.ts'
import './files.ts'
import './file-uploads.ts'
import './tables.ts'
