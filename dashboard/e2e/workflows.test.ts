// Beside the other files, on its own server, so that neither counts what the other one does.
import { before } from 'node:test'
import { testServer } from './harness/browser.ts'
import { setUpOwner } from './harness/test-server.ts'
import './cases/agents.ts'
import './cases/workflow-editor.ts'
import './cases/workflow-executions.ts'
import './cases/triggers/triggers.ts'
import './cases/workflow-structure.ts'

before(() => setUpOwner(testServer))
