import type { Address } from '../../wire/lib/address.ts'
import type { ResolvedChain } from '../config/types.ts'

interface ChainPreset {
  /** Counts as one dollar. */
  usdToken: Address
  factories: { v2: readonly Address[]; v3: readonly Address[] }
}

/** The tokens and factories from which USD prices of a chain are computed. */
export interface PriceAnchors extends ChainPreset {
  wrappedNative: Address | undefined
}

/** Presets by chain id: Circle's USDC (Tether's on BNB), the most liquid exchanges. */
export const CHAIN_PRESETS: Readonly<Record<number, ChainPreset>> = {
  1: {
    usdToken: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    factories: {
      v2: ['0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f'],
      v3: ['0x1F98431c8aD98523631AE4a59f267346ea31F984'],
    },
  },
  10: {
    usdToken: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    factories: {
      v2: ['0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf'],
      v3: ['0x1F98431c8aD98523631AE4a59f267346ea31F984'],
    },
  },
  56: {
    usdToken: '0x55d398326f99059fF775485246999027B3197955',
    factories: {
      v2: ['0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73'],
      v3: ['0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865', '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7'],
    },
  },
  137: {
    usdToken: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    factories: {
      v2: ['0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C'],
      v3: ['0x1F98431c8aD98523631AE4a59f267346ea31F984'],
    },
  },
  8453: {
    usdToken: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    factories: {
      v2: ['0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6'],
      v3: ['0x33128a8fC17869897dcE68Ed026d694621f6FDfD'],
    },
  },
  42161: {
    usdToken: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    factories: {
      v2: ['0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9'],
      v3: ['0x1F98431c8aD98523631AE4a59f267346ea31F984'],
    },
  },
  43114: {
    usdToken: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
    factories: {
      v2: ['0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C'],
      v3: ['0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD'],
    },
  },
}

/** The host's values, otherwise the preset; undefined if neither names a stable token. */
export function priceAnchors(chain: ResolvedChain): PriceAnchors | undefined {
  const preset = CHAIN_PRESETS[chain.id]
  const usdToken = chain.usdToken ?? preset?.usdToken
  return (
    usdToken && {
      usdToken,
      wrappedNative: chain.wrappedNative,
      factories: chain.priceFactories ?? preset?.factories ?? { v2: [], v3: [] },
    }
  )
}
