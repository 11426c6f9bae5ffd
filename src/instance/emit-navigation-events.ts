import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { PageName } from '../events/types.ts'
import type { SwapIntent } from '../execution/machine/types.ts'
import { routeOfIntent } from '../execution/route.ts'
import type { NavigationStore, Store } from '../store/types.ts'

/**
 * Tells each page entered. The first is told a microtask after mounting: hosts subscribe in the effects of
 * components around ours, which run later. Returns the function that ends it.
 */
export function emitNavigationEvents(
  {
    navigation,
    review,
  }: { navigation: Store<NavigationStore>; review: Store<{ intent: SwapIntent | undefined }> },
  events: OwnedEventBus,
): () => void {
  const tell = (page: PageName) => {
    events.emit('pageEntered', page)
    if (page !== 'review') return
    const { intent } = review.getState()
    events.emit('reviewPageEntered', intent && routeOfIntent(intent))
  }
  let isEnded = false
  queueMicrotask(() => {
    if (!isEnded) tell(getPage(navigation.getState()))
  })
  const end = navigation.subscribe((now, before) => {
    if (getPage(now) !== getPage(before)) tell(getPage(now))
  })
  return () => {
    isEnded = true
    end()
  }
}

function getPage({ stack }: NavigationStore): PageName {
  return stack.at(-1) ?? stack[0]
}
