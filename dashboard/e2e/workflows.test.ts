// Beside the other files, on its own server, so that neither counts what the other one does.
import { before } from 'node:test'
import { testServer } from './harness/browser.ts'
import { setUpOwner } from './harness/test-server.ts'
import './cases/workflows/agents.ts'
import './cases/workflows/workflow-editor.ts'
import './cases/workflows/workflow-executions.ts'
import './cases/workflows/workflow-lists.ts'
import './cases/workflows/workflow-structure.ts'
import './cases/skills/skills.ts'
import './cases/triggers/triggers.ts'

before(() => setUpOwner(testServer))
