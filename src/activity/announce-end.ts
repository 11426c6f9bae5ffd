import { sameAddress } from '../../wire/lib/address.ts'
import { plainText } from '../../wire/lib/plain-text.ts'
import { reportDefect } from '../errors/report-defect.ts'
import type { Process, Route } from '../events/types.ts'
import { getPageAround } from '../lib/page-around.ts'
import { getDoneText } from './done-text.ts'
import { markTitle } from './mark-title.ts'
import type { ActivityContext } from './types.ts'

type Context = Pick<ActivityContext, 'events' | 'config' | 'translation' | 'reportError'>

/**
 * Announces the end of a swap while the page is hidden: in the document title until the page is
 * visible and, with `notifyEnd: 'system'` and the user's permission, in a notification. A
 * cross-origin frame changes only its title, which the page copies into its own. Returns a function
 * that stops it.
 */
export function announceEnds({ events, config, translation, reportError }: Context): () => void {
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
      // The user rejected the request and is in the wallet at that moment.
      if (code === 'USER_REJECTED') return
      announce(route, t(getTitle(process)), t(`error.${code}`))
    }),
  ]

  function announce({ id }: Route, title: string, body: string): void {
    const mode = config.getState().notifyEnd
    const page = globalThis.document as Document | undefined
    if (mode === 'off' || !page?.hidden) return
    markTitle(page, `${title} · `)
    if (mode !== 'system' || getPageAround(document) !== undefined) return
    try {
      notify(id, title, body)
    } catch (error) {
      reportDefect(error, reportError)
    }
  }

  return () => {
    for (const stop of stops) stop()
  }
}

/** The tag merges the notifications of one swap from several tabs. */
function notify(tag: string, title: string, body: string): void {
  if (globalThis.Notification?.permission !== 'granted') return
  const notification = create(title, { body: plainText(body, 200), tag: `sluice ${tag}` })
  if (!notification) return
  notification.onclick = () => {
    globalThis.focus?.()
    notification.close()
  }
}

/** Undefined on phones that allow notifications only from service workers. */
function create(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
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
