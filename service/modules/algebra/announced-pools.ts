import { toEventSelector, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { addressAt, encodeCall, encodeWord, joinWords } from '../../lib/abi-words.ts'
import { derivePool } from '../core/create2.ts'
import type { FollowedModule } from '../core/module.ts'
import type { PoolIdentity } from '../core/pool.ts'
import type { SourceConfig } from '../core/source-config.ts'

interface AnnouncingSource extends SourceConfig {
  /** The contract that deploys the factory's pools (`poolDeployer`). */
  deployer: Address
  initCodeHash: Hex
}

/** Algebra Integral or a fork. Custom pools, which others deploy, are not followed. */
export interface AlgebraSourceConfig extends AnnouncingSource {
  kind: 'algebra'
}

/**
 * Algebra V1 or a fork, whose pools set one fee for both directions. Excludes 1.9, which has a fee
 * per direction.
 */
export interface AlgebraV1SourceConfig extends AnnouncingSource {
  kind: 'algebra-v1'
}

const createdTopic = toEventSelector('Pool(address,address,address)')
const poolByPair = toFunctionSelector('poolByPair(address,address)')

type Announced = Pick<
  FollowedModule,
  'id' | 'factory' | 'createdTopic' | 'getAnnounced' | 'identify' | 'confirm' | 'listCandidates'
>

/** Discovers the pools of an Algebra factory of any version: one per token pair. */
export function announcedPools(source: AnnouncingSource, tickSpacing: number): Announced {
  const getAddress = (tokens: PoolIdentity['tokens']): Address => {
    const salted = `0x${tokens.map((token) => encodeWord(BigInt(token))).join('')}` as const
    return derivePool(source.deployer, source.initCodeHash, salted)
  }

  return {
    id: source.module,
    factory: source.factory,
    createdTopic,

    getAnnounced: ({ data }) => addressAt(data, 0),

    identify({ topics, data }) {
      const words = joinWords(topics)
      const tokens: PoolIdentity['tokens'] = [addressAt(words, 1), addressAt(words, 2)]
      const address = addressAt(data, 0)
      return address === getAddress(tokens) ? { address, tokens, fee: 0, tickSpacing } : undefined
    },

    listCandidates: (pairs) =>
      pairs.map((tokens) => ({ address: getAddress(tokens), tokens, fee: 0, tickSpacing })),

    async confirm(identities, read) {
      const results = await read(
        identities.map(({ tokens }) => ({
          to: source.factory,
          data: encodeCall(poolByPair, BigInt(tokens[0]), BigInt(tokens[1])),
        })),
      )
      return identities.map((identity, i) => {
        const { address, tokens, fee } = identity
        const named = results[i]
        // The factory returns a pool for both token orders. Only its address reveals the first
        // token.
        const isDerived = address === getAddress(tokens) && fee === 0 && identity.tickSpacing === tickSpacing
        return isDerived && named !== undefined && addressAt(named, 0) === address
      })
    },
  }
}
