import type { Process, Route } from '../events/types.ts'
import { sameAddress } from '../lib/address.ts'
import { getPageAround } from '../lib/page-around.ts'
import { plainText } from '../lib/plain-text.ts'
import { getDoneText } from './done-text.ts'
import { markTitle } from './mark-title.ts'
import type { ActivityContext } from './types.ts'

type Context = Pick<ActivityContext, 'events' | 'config' | 'translation'>

/**
 * Tells how a swap ended while the page is hidden: in the title of the document, until the page is looked at, and with
 * `notifyEnd: 'system'` by a notification, if the person has allowed it; in a frame of another origin, whose page puts it into its
 * own title, by that alone. Returns the function that stops it.
 */
export function announceEnds({ events, config, translation }: Context): () => void {
  const stops = [
    events.on('routeExecutionCompleted', (route) => {
      const { fromAddress = '', toAddress, toToken: token, received } = route
      const words = translation.getState()
      const isSelf = toAddress !== undefined && sameAddress(fromAddress, toAddress)
      announce(route, words.t('progress.titleDone'), getDoneText(words, { token, received, isSelf }))
    }),
    events.on('routeExecutionFailed', ({ route, process }) => {
      const { t } = translation.getState()
      const code = getCode(process)
      // Declined by the person, who is in the wallet at that moment.
      if (code === 'USER_REJECTED') return
      announce(route, t(getTitle(process)), t(`error.${code}`))
    }),
  ]

  function announce({ id }: Route, title: string, body: string): void {
    const mode = config.getState().notifyEnd
    const page = globalThis.document as Document | undefined
    if (mode === 'off' || !page?.hidden) return
    markTitle(page, `${title} · `)
    if (mode === 'system' && getPageAround(document) === undefined) notify(id, title, body)
  }

  return () => {
    for (const stop of stops) stop()
  }
}

/** The tag makes the notifications of one swap one, whatever tab shows it. */
function notify(tag: string, title: string, body: string): void {
  try {
    if (globalThis.Notification?.permission !== 'granted') return
    const notification = new Notification(title, { body: plainText(body, 200), tag: `sluice ${tag}` })
    notification.onclick = () => {
      globalThis.focus?.()
      notification.close()
    }
  } catch {
    // Some phones show notifications of service workers only.
  }
}

/** A swap that was sent and is not found may still be executed. An approval alone swaps nothing. */
function getTitle({ type, error }: Process) {
  const isSwap = type === 'swap' || type === 'wrap' || type === 'unwrap'
  return isSwap && error?.code === 'TRANSACTION_DROPPED' ? 'activity.status.unknown' : 'progress.titleFailed'
}

function getCode({ error }: Process) {
  return error?.code ?? 'UNKNOWN'
}
