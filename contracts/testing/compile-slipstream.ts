import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Artifact, getArtifacts } from '../compile.ts'
import { keep } from '../keep.ts'
import { compilePackages } from './compile-packages.ts'

const require = createRequire(import.meta.url)
const CORE = 'slipstream-sources/domains/aerodrome-slipstream/contracts/core'
const CONTRACTS = ['CLPool', 'CLFactory', 'fees/CustomSwapFeeModule', 'fees/DynamicSwapFeeModule']
const SETTINGS = {
  evmVersion: 'istanbul',
  // As few runs as bring the pool under the size a contract may have.
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

export type SlipstreamName = 'CLPool' | 'CLFactory' | 'CustomSwapFeeModule' | 'DynamicSwapFeeModule'

/**
 * Slipstream from a third party's copy of its sources: they are compiled on demand, for tests only, and not committed because
 * of their license.
 */
export async function compileSlipstream(): Promise<(name: SlipstreamName) => Artifact> {
  const { version } = require('slipstream-sources/package.json') as { version: string }
  const file = await keep(['slipstream', version, CONTRACTS, SETTINGS], async () => [...compile()])
  const artifacts = new Map<string, Artifact>(JSON.parse(readFileSync(file, 'utf8')))
  return (name) => {
    const found = artifacts.get(name)
    if (!found) throw new Error(`There is no contract named ${name}.`)
    return found
  }
}

function compile(): Map<string, Artifact> {
  const wrap = require('solc/wrapper') as (module: unknown) => typeof import('solc')
  const solc = wrap(require('solc-0.7/soljson.js'))
  const paths = CONTRACTS.map((name) => `${CORE}/${name}.sol`)
  return getArtifacts({ contracts: compilePackages(solc, { paths, settings: SETTINGS, read: readContent }) })
}

function readContent(path: string): string {
  return readFileSync(require.resolve(path), 'utf8')
}
