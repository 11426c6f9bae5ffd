import type { OwnedEventBus } from '../events/create-event-bus.ts'
import { routeOfIntent } from '../execution/route.ts'
import type { SwapIntent } from '../execution/types.ts'
import { receivedUsd } from '../lib/received-usd.ts'
import { HIGH_VALUE_LOSS, valueLoss } from '../lib/value-loss.ts'
import type { NavigationStore, Store } from '../store/types.ts'

/** Tells a high loss of value, once per route, when its review is entered. Returns the function that ends it. */
export function emitHighValueLoss(
  {
    navigation,
    review,
  }: { navigation: Store<NavigationStore>; review: Store<{ intent: SwapIntent | undefined }> },
  events: OwnedEventBus,
): () => void {
  let toldRoute: string | undefined
  return navigation.subscribe(({ stack }) => {
    const { intent } = review.getState()
    if (stack.at(-1) !== 'review' || !intent || intent.id === toldRoute) return
    const { fromAmountUSD, gasCostUSD } = routeOfIntent(intent)
    const toAmountUSD = receivedUsd(intent.price)
    const loss = valueLoss(fromAmountUSD, toAmountUSD)
    if (loss === undefined || loss <= HIGH_VALUE_LOSS) return
    if (fromAmountUSD === undefined || toAmountUSD === undefined) return
    toldRoute = intent.id
    const feeCostUSD = Number(intent.price.feeCostUSD ?? Number.NaN)
    events.emit('routeHighValueLoss', {
      fromAmountUSD,
      toAmountUSD,
      ...(gasCostUSD !== undefined && { gasCostUSD }),
      ...(Number.isFinite(feeCostUSD) && { feeCostUSD }),
      valueLoss: loss,
    })
  })
}
