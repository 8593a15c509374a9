// Beside the other files, on its own server: no agent is there before the first test.
import { before } from 'node:test'
import { testServer } from './harness/browser.ts'
import { setUpOwner } from './harness/test-server.ts'
import './cases/chat/chat.ts'
import './cases/chat/embed.ts'
import './cases/chat/inbox.ts'
import './cases/chat/react-clients.ts'
import './cases/pages/hostile-texts.ts'

before(() => setUpOwner(testServer))
