import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileOnDemand } from '../../bytecode/compile-packages.ts'
import type { Artifact } from '../../bytecode/compiler-output.ts'

const require = createRequire(import.meta.url)
const CORE = 'slipstream-sources/domains/aerodrome-slipstream/contracts/core'
const CONTRACTS = ['CLPool', 'CLFactory', 'fees/CustomSwapFeeModule', 'fees/DynamicSwapFeeModule']
const SETTINGS = {
  evmVersion: 'istanbul',
  // The number of runs that keeps the pool below the size limit.
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

export type SlipstreamName = 'CLPool' | 'CLFactory' | 'CustomSwapFeeModule' | 'DynamicSwapFeeModule'

/**
 * Compiles Slipstream on demand from a third party's copy of the sources, whose license forbids
 * committing them.
 */
export function compileSlipstream(): Promise<(name: SlipstreamName) => Artifact> {
  const { version } = require('slipstream-sources/package.json') as { version: string }
  return compileOnDemand(version, {
    paths: CONTRACTS.map((name) => `${CORE}/${name}.sol`),
    settings: SETTINGS,
    read: (path) => readFileSync(require.resolve(path), 'utf8'),
    async getCompiler() {
      const wrap = require('solc/wrapper') as (module: unknown) => typeof import('solc')
      return wrap(require('solc-0.7/soljson.js'))
    },
  })
}
