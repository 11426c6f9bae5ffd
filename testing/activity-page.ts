import { keepActivity } from '../src/activity/keep-activity.ts'
import type { ChainReader } from '../src/chain/types.ts'
import { resolveConfig } from '../src/config/resolve-config.ts'
import type { WidgetConfig } from '../src/config/types.ts'
import { createEventBus } from '../src/events/create-event-bus.ts'
import type { EventEnvelope } from '../src/events/types.ts'
import type { Execution } from '../src/execution/machine/types.ts'
import { createTranslation } from '../src/i18n/create-translation.ts'
import { createValueStore } from '../src/store/create-value-store.ts'
import type { ActivityState } from '../src/store/types.ts'
import type { WalletPort } from '../src/wallet/types.ts'
import { createFixtureExecution } from '../stories/support/fixture-execution.ts'

/**
 * Opens a page with its own widget that records activity: only storage and the chain outlive it.
 */
export function openActivityPage({
  chain,
  wallet = { batchStatus: () => Promise.reject(new Error('The wallet has no such batch')) },
  config: hostConfig,
  execution = createFixtureExecution(),
}: {
  chain: ChainReader
  /** Default: a wallet without batches. */
  wallet?: Pick<WalletPort, 'batchStatus'>
  config: WidgetConfig
  /** Default: an execution that does nothing. */
  execution?: Execution
}) {
  const activity = createValueStore<ActivityState>({
    entries: [],
    waits: {},
    resumed: [],
    selected: undefined,
  })
  const config = createValueStore(resolveConfig(hostConfig))
  const events = createEventBus()
  const heard: EventEnvelope[] = []
  events.onAny((event) => heard.push(event))
  const translation = createValueStore(createTranslation('en'))
  const close = keepActivity({
    activity,
    execution,
    chain,
    wallet,
    config,
    translation,
    events,
    emit: events.emit,
  })
  return { activity, events, close, heard, entries: () => activity.getState().entries }
}
