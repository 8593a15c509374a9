// Without the cases of triggers: a scan of axe ends the process of the page there, in Firefox 153.
import { before } from 'node:test'
import { testServer } from '../harness/browser.ts'
import { setUpOwner } from '../harness/test-server.ts'
import '../cases/workflows/agents.ts'
import '../cases/workflows/workflow-editor.ts'
import '../cases/workflows/workflow-executions.ts'
import '../cases/workflows/workflow-structure.ts'
import '../cases/skills/skills.ts'

before(() => setUpOwner(testServer))
