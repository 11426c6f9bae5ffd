import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileOnDemand, getSolc, resolveCurrent } from '../../bytecode/compile-packages.ts'
import type { Artifact } from '../../bytecode/compiler-output.ts'

const require = createRequire(import.meta.url)
const AERODROME = 'slipstream-sources/domains/aerodrome/contracts'
const CONTRACTS = ['Pool', 'factories/PoolFactory']
const SETTINGS = {
  evmVersion: 'cancun',
  // The settings of Aerodrome's deployment.
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

export type AerodromeName = 'Pool' | 'PoolFactory'

/**
 * Aerodrome's pools of two tokens, which are Velodrome V2's. Compiled on demand from a third
 * party's copy of the sources, whose license forbids committing them.
 */
export function compileAerodrome(): Promise<(name: AerodromeName) => Artifact> {
  const { version } = require('slipstream-sources/package.json') as { version: string }
  return compileOnDemand(version, {
    paths: CONTRACTS.map((name) => `${AERODROME}/${name}.sol`),
    settings: SETTINGS,
    read: (path) => readFileSync(resolveCurrent(path), 'utf8'),
    getCompiler: getSolc,
  })
}
