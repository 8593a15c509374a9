import type { Language } from '../protocol/messages.ts'
import { type TenantRules, tenantRules } from './tenants.ts'

/** The Python of the machine, and what is imported into it before it is closed. */
export type NativePython = { command: string; modules: readonly string[] }

/** What runs each language: the engines that come with the product, or others that the operator chose. */
export type Engines = { javascript: 'quickjs' | 'isolated-vm'; python: 'pyodide' | NativePython }

/** What an engine can do beyond running a script. */
export type EngineTraits = { name: string; isDurable: boolean; hasPackages: boolean }

export function traitsOf(engines: Engines, language: Language): EngineTraits {
  if (language === 'javascript')
    return { name: engines.javascript, isDurable: engines.javascript === 'quickjs', hasPackages: false }
  return engines.python === 'pyodide'
    ? { name: 'pyodide', isDurable: true, hasPackages: false }
    : { name: 'cpython', isDurable: false, hasPackages: engines.python.modules.length > 0 }
}

/**
 * An engine whose memory cannot be laid back serves one session or one run in a process: nothing of it is left for the
 * next, and when it must be killed no other goes with it.
 */
export function rulesFor(engines: Engines, language: Language): TenantRules {
  const rules = tenantRules[language]
  return traitsOf(engines, language).isDurable
    ? rules
    : { ...rules, sessionsPerProcess: 1, isShared: false, runsPerProcess: 1 }
}
