import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Artifact, getArtifacts } from '../compile.ts'
import { keep } from '../keep.ts'
import { compilePackages, resolveCurrent } from './compile-packages.ts'

const require = createRequire(import.meta.url)
const AERODROME = 'slipstream-sources/domains/aerodrome/contracts'
const CONTRACTS = ['Pool', 'factories/PoolFactory']
const SETTINGS = {
  evmVersion: 'cancun',
  // As Aerodrome deployed them.
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

export type AerodromeName = 'Pool' | 'PoolFactory'

/**
 * Aerodrome's pools of two tokens, which are Velodrome V2's, from a third party's copy of their sources: they are compiled on
 * demand, for tests only, and not committed because of their license.
 */
export async function compileAerodrome(): Promise<(name: AerodromeName) => Artifact> {
  const { version } = require('slipstream-sources/package.json') as { version: string }
  const file = await keep(['aerodrome', version, CONTRACTS, SETTINGS], async () => [...(await compile())])
  const artifacts = new Map<string, Artifact>(JSON.parse(readFileSync(file, 'utf8')))
  return (name) => {
    const found = artifacts.get(name)
    if (!found) throw new Error(`There is no contract named ${name}.`)
    return found
  }
}

async function compile(): Promise<Map<string, Artifact>> {
  const { default: solc } = await import('solc')
  const paths = CONTRACTS.map((name) => `${AERODROME}/${name}.sol`)
  return getArtifacts({ contracts: compilePackages(solc, { paths, settings: SETTINGS, read: readContent }) })
}

function readContent(path: string): string {
  return readFileSync(resolveCurrent(path), 'utf8')
}
