import type { WidgetConfig } from '../config/types.ts'
import { readHostText } from './load-early.ts'
import type { WidgetFailure } from './types.ts'

/** A composition that does not end delays the widget at most this long. */
const MAX_COMPOSITION_MS = 5_000

/** The placeholder of a widget that is loading. */
export interface Placeholder {
  /**
   * Shows that a widget is loading, and an error if that fails: with a button that calls `retry`,
   * unless the config is invalid. The typed text stays. Can be called again for another attempt.
   */
  show(loading: Promise<unknown>, config: WidgetConfig): void
  /** True if its field has the focus or a text. */
  isUsed(): boolean
  /** Resolves when no input method composes in the field. */
  composed(): Promise<unknown> | undefined
  /**
   * Hands over to the widget. Its field gets the typed text, as if it were typed there, and the
   * focus and the selection if the placeholder has them. An amount of the form stays.
   */
  handOver(): void
  remove(): void
}

/**
 * Creates a placeholder. If the widget `isHere`, it has a field for the amount when the form will
 * start with an empty one, at the same place and size in the default theme.
 */
export function createPlaceholder(
  shadow: ShadowRoot,
  { retry, isHere }: { retry: () => void; isHere: boolean },
): Placeholder {
  const place = document.createElement('div')
  // As large as its panel in the form, where a click beside the field focuses it.
  const field = document.createElement('input')
  // Outside the busy element, because some screen readers skip its content.
  const news = document.createElement('div')
  let isPasted = false
  let composing: Promise<unknown> | undefined
  Object.assign(field, { inputMode: 'decimal', dir: 'ltr', placeholder: '0' })
  field.oninput = (event) => {
    const { inputType, data, isComposing } = event as InputEvent
    const isKey = isComposing || data?.length === 1 || /^del/.test(inputType)
    isPasted = field.value !== '' && (isPasted || !isKey)
  }
  field.addEventListener('compositionstart', () => {
    composing = new Promise((resolve) => {
      field.addEventListener('compositionend', resolve)
      setTimeout(resolve, MAX_COMPOSITION_MS)
    })
  })
  place.append(news)
  shadow.append(place)

  return {
    show(loading, config) {
      const { theme } = config
      const more = matchMedia?.('(pointer: coarse)')?.matches ? 10 : 0
      const { offsetWidth } = place
      // The form is tighter below 352px, and has two columns from 720px on.
      const less = offsetWidth < 352 ? 4 : 0
      place.style = `all:initial;box-sizing:border-box;display:flex;flex-flow:column;max-width:${offsetWidth < 720 ? 440 : 960}px;min-height:${548 + 2.7 * more - 2 * less}px;margin:0 auto;border:1px solid rgb(128 128 128/25%);border-radius:24px;font:15px system-ui,sans-serif;color:GrayText`
      field.style = `max-width:380px;height:44px;margin:${60 + 0.8 * more - less}px ${12 - less}px 0;padding:${51 + more - 3 * less}px 17px 47px;border:0;border-radius:16px;font:550 34px/1.2 system-ui,sans-serif;letter-spacing:-.02em;text-align:-webkit-match-parent;color-scheme:${theme === 'light' || theme === 'dark' ? theme : 'light dark'};background:light-dark(#f2f6f6,#171f22)`
      if (!isHere || !beginsEmpty(config)) field.remove()
      else if (!field.parentNode) place.prepend(field)
      const label = readHostText(config, 'swap.payAmount')
      field.ariaLabel = label ?? 'Amount you pay'
      field.lang = label ? '' : 'en'
      news.style = 'margin:auto;padding:24px;text-align:center'
      news.ariaBusy = 'true'
      news.role = null
      news.replaceChildren()
      loading.catch(({ code, supportId = '' }: WidgetFailure) => {
        // Another attempt fixes neither an invalid config nor a defect of the widget.
        const isFinal = code !== 'LOAD_FAILED'
        news.ariaBusy = null
        news.role = 'alert'
        const words = `error.${isFinal ? 'CONFIG_INVALID' : 'LOAD_FAILED'}` as const
        news.replaceChildren(
          write('p', readHostText(config, words), 'The swap could not be loaded.'),
          write(
            'p',
            readHostText(config, `${words}.help`),
            isFinal ? 'Please tell the owner of this site.' : 'Check your connection.',
          ),
        )
        news.append(supportId)
        if (isFinal) return field.remove()
        const button = write('button', readHostText(config, 'action.tryAgain'), 'Try again')
        button.style = 'font:inherit;min-height:44px;padding:0 20px'
        button.onclick = retry
        news.append(button)
      })
    },
    isUsed: () => field.value !== '' || shadow.activeElement === field,
    composed: () => composing,
    handOver() {
      const own = shadow.querySelector<HTMLInputElement>('[data-part=amount]')
      const { value } = field
      if (own && field.isConnected) {
        if (value && !own.value && !own.readOnly) {
          // Bypasses the setter by which React detects its own writes.
          own.setRangeText(value)
          // A single character is read as typed. Pasted text may contain group separators.
          own.dispatchEvent(new InputEvent('input', { bubbles: true, data: isPasted ? null : '0' }))
        }
        if (shadow.activeElement === field) {
          own.setSelectionRange(field.selectionStart, field.selectionEnd)
          own.focus({ preventScroll: true })
        }
      }
      place.remove()
    },
    remove: () => place.remove(),
  }
}

/** True if the form of an unchecked config starts with an empty, editable amount to pay. */
function beginsEmpty({ mode = 'inline', tradeType, input, output, urlSync }: WidgetConfig): boolean {
  // A link may contain an amount, or tokens that typed text would override.
  const isLink = urlSync && location.search
  return mode === 'inline' && tradeType !== 'buy' && !input?.amount && !output?.amount && !isLink
}

/** An element with the host's text, or with an English one that is marked as English. */
function write<Tag extends 'p' | 'button'>(tag: Tag, text: string | undefined, english: string) {
  const element = document.createElement(tag)
  element.textContent = text ?? english
  if (text === undefined) Object.assign(element, { lang: 'en', dir: 'ltr' })
  element.style.margin = '1em 0'
  return element
}
