import type { WidgetConfig } from '../config/types.ts'
import { readHostText } from './load-early.ts'
import type { WidgetFailure } from './types.ts'

/** A composition that does not end keeps the widget waiting no longer. */
const MAX_COMPOSITION_MS = 5_000

/** What stands in the place of a widget until it is there. */
export interface Placeholder {
  /**
   * Shows that a widget is loaded, and an error when that fails: with a button that calls `retry`, unless the config is wrong.
   * What was typed stays. Again for another attempt.
   */
  show(loading: Promise<unknown>, config: WidgetConfig): void
  /** Whether its field has the focus, or a text. */
  isUsed(): boolean
  /** Resolves when no input method composes in the field. */
  composed(): Promise<unknown> | undefined
  /**
   * Gives way to the widget. Its field gets what was typed, as if it were typed there, and the focus and the selection where the
   * placeholder has them. An amount that the form has of its own stays.
   */
  handOver(): void
  remove(): void
}

/**
 * Creates a placeholder. Where the widget `isHere`, it has a field for the amount if the form will begin with an empty one: at the
 * same place and size in the default theme.
 */
export function createPlaceholder(
  shadow: ShadowRoot,
  { retry, isHere }: { retry: () => void; isHere: boolean },
): Placeholder {
  const place = document.createElement('div')
  // As large as its panel in the form, where a click beside the field means the field.
  const field = document.createElement('input')
  // Beside the field: some screen readers leave out what is in a busy element.
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
      place.style = `all:initial;box-sizing:border-box;display:flex;flex-flow:column;max-width:${offsetWidth < 720 ? 440 : 960}px;min-height:${548 + 2.7 * more}px;margin:0 auto;border:1px solid rgb(128 128 128/25%);border-radius:24px;font:15px system-ui,sans-serif;color:GrayText`
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
        // A second attempt mends neither a wrong config nor a defect of the widget.
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
          // Past the setter by which React knows what it wrote itself.
          own.setRangeText(value)
          // One character is read as typed, what came in one piece may group its digits.
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

/** Whether the form of a config, which nothing has checked yet, begins with an empty amount to pay that can be edited. */
function beginsEmpty({ mode = 'inline', tradeType, input, output, urlSync }: WidgetConfig): boolean {
  // A link may name an amount, or tokens that what is typed would keep out.
  const isLink = urlSync && location.search
  return mode === 'inline' && tradeType !== 'buy' && !input?.amount && !output?.amount && !isLink
}

/** An element with the host's text, or with an English one that says so to a screen reader. */
function write<Tag extends 'p' | 'button'>(tag: Tag, text: string | undefined, english: string) {
  const element = document.createElement(tag)
  element.textContent = text ?? english
  if (text === undefined) Object.assign(element, { lang: 'en', dir: 'ltr' })
  element.style.margin = '1em 0'
  return element
}
