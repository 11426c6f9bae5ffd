import type { ChainName } from '../../wire/lib/chain-names.ts'
import { arbitrum } from './arbitrum.ts'
import { avalanche } from './avalanche.ts'
import { base } from './base.ts'
import { berachain } from './berachain.ts'
import { blast } from './blast.ts'
import { bnb } from './bnb.ts'
import type { ChainPreset } from './chain-preset.ts'
import { ethereum } from './ethereum.ts'
import { gnosis } from './gnosis.ts'
import { hyperevm } from './hyperevm.ts'
import { linea } from './linea.ts'
import { mantle } from './mantle.ts'
import { optimism } from './optimism.ts'
import { polygon } from './polygon.ts'
import { scroll } from './scroll.ts'
import { sonic } from './sonic.ts'
import { taiko } from './taiko.ts'
import { unichain } from './unichain.ts'

/** In the order of the interfaces. */
export const PRESETS: Record<ChainName, ChainPreset> = {
  ethereum,
  base,
  arbitrum,
  bnb,
  avalanche,
  gnosis,
  polygon,
  optimism,
  mantle,
  linea,
  scroll,
  taiko,
  blast,
  sonic,
  berachain,
  unichain,
  hyperevm,
}
