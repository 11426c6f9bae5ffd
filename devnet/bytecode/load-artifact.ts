import { createRequire } from 'node:module'
import type { Abi } from 'viem'
import type { Hex } from '../../wire/lib/address.ts'
import type { CompiledContract } from './compile-tokens.ts'
import type { UnlinkedArtifact } from './link.ts'

const require = createRequire(import.meta.url)

/** A contract that a package publishes as `{ abi, bytecode }`. */
export function fromPackage(path: string): CompiledContract {
  const { abi, bytecode } = require(path) as { abi: Abi; bytecode: string }
  return { abi, bytecode: bytecode.startsWith('0x') ? (bytecode as Hex) : `0x${bytecode}` }
}

/** A contract that a package publishes as compiler output, in a folder for each source. */
export function fromFoundry(folder: string, name: string): CompiledContract {
  const { abi, bytecode } = require(`${folder}/${name}.sol/${name}.json`) as {
    abi: Abi
    bytecode: { object: Hex }
  }
  return { abi, bytecode: bytecode.object }
}

/** A contract of Aave V3, by its source path without the extension. */
export function fromAave(path: string): UnlinkedArtifact {
  const name = path.split('/').at(-1)
  return fromHardhat(`@aave/core-v3/artifacts/contracts/${path}.sol/${name}.json`)
}

/** A contract of Balancer V2, by the task that deployed it. */
export function fromBalancer(task: string, name: string): CompiledContract {
  const folder = `@balancer-labs/v2-deployments/dist/tasks/${task}`
  const abi = require(`${folder}/abi/${name}.json`) as Abi
  const { creationCode } = require(`${folder}/bytecode/${name}.json`) as { creationCode: Hex }
  return { abi, bytecode: creationCode }
}

/** A contract of a later Balancer task, which publishes compiler output. */
export function fromBalancerArtifact(task: string, name: string): UnlinkedArtifact {
  return fromHardhat(`@balancer-labs/v2-deployments/dist/tasks/${task}/artifact/${name}.json`)
}

function fromHardhat(path: string): UnlinkedArtifact {
  const { linkReferences } = require(path) as UnlinkedArtifact
  return { ...fromPackage(path), linkReferences }
}
