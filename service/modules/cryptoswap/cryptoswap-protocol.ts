import { toEventSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { readCoinSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import { type CryptoswapSourceConfig, createCryptoswapModule } from './cryptoswap-module.ts'
import { createCryptoswapPair } from './cryptoswap-pool.ts'

const swapTopic = toEventSelector('TokenExchange(address,uint256,uint256,uint256,uint256,uint256,uint256)')

export const cryptoswapProtocol: Protocol<CryptoswapSourceConfig> = {
  kind: 'cryptoswap',
  rowKind: STEP_KINDS.cryptoSwap,
  label: { 'curve-twocrypto': 'Curve Twocrypto', 'curve-tricrypto': 'Curve Tricrypto' },
  isExchange: true,
  schema: ({ source }) => source('cryptoswap', {}),
  createModule: createCryptoswapModule,
  pools: { cryptoswap: createCryptoswapPair },
  poolSwaps: { [swapTopic]: readCoinSwap },
}
