import type { ChainReader } from '../chain/types.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { EventBus } from '../events/types.ts'
import type { Execution } from '../execution/machine/types.ts'
import type { Translation } from '../i18n/create-translation.ts'
import type { ActivityState, Store } from '../store/types.ts'
import type { WalletPort } from '../wallet/types.ts'

/** The parts of a widget that the activity uses. */
export interface ActivityContext {
  activity: Store<ActivityState>
  execution: Execution
  chain: ChainReader
  wallet: Pick<WalletPort, 'batchStatus'>
  config: Store<ResolvedConfig>
  emit: OwnedEventBus['emit']
  events: Pick<EventBus, 'on'>
  translation: Store<Translation>
  reportError: (error: SluiceError) => void
}
