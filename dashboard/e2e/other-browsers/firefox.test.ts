// What Chromium is tested with in several files. The order matters: an account is set up once.
import '../cases/pages/first-run.ts'
import '../cases/pages/every-page.ts'
import '../cases/tools/every-tool-page.ts'
import '../cases/data/tables.ts'
import '../cases/pages/mcp-consent.ts'
import '../cases/pages/guide.ts'
