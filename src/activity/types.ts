import type { ChainReader } from '../chain/types.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { Execution } from '../execution/machine/types.ts'
import type { ActivityState, Store } from '../store/types.ts'

/** The parts of a widget whose activity is kept. */
export interface ActivityContext {
  activity: Store<ActivityState>
  execution: Execution
  chain: ChainReader
  config: Store<ResolvedConfig>
  emit: OwnedEventBus['emit']
}
