import type { WidgetConfig } from '../config/types.ts'
import { readHostText } from './load-early.ts'

export interface PlaceholderOptions {
  loading: Promise<unknown>
  /** Whose `messages` replace the English words: those of the other languages may be what could not be loaded. */
  config: WidgetConfig
  retry: () => void
}

/**
 * Shows a placeholder while a widget is loaded, and an error when that fails: with a button that calls `retry`, unless the
 * config is wrong. Returns the function that removes it.
 */
export function showPlaceholder(
  shadow: ShadowRoot,
  { loading, config, retry }: PlaceholderOptions,
): () => void {
  const place = document.createElement('div')
  place.setAttribute('aria-busy', 'true')
  place.style.cssText = `all:initial;box-sizing:border-box;display:grid;place-content:center;justify-items:center;gap:16px;width:100%;max-width:440px;min-height:${matchMedia?.('(pointer: coarse)')?.matches ? 575 : 548}px;margin:0 auto;padding:24px;border:1px solid rgb(128 128 128/25%);border-radius:24px;font:15px system-ui,sans-serif;text-align:center;color:GrayText`
  shadow.append(place)
  loading.catch((error: unknown) => {
    const isConfigError = error instanceof Error && 'code' in error && error.code === 'CONFIG_INVALID'
    place.removeAttribute('aria-busy')
    place.setAttribute('role', 'alert')
    const code = isConfigError ? 'CONFIG_INVALID' : 'LOAD_FAILED'
    place.append(
      write('p', readHostText(config, `error.${code}`), 'The swap could not be loaded.'),
      write(
        'p',
        readHostText(config, `error.${code}.help`),
        isConfigError ? 'Please tell the owner of this site.' : 'Check your connection.',
      ),
    )
    if (isConfigError) return
    const button = write('button', readHostText(config, 'action.tryAgain'), 'Try again')
    Object.assign(button.style, { font: 'inherit', minHeight: '44px', padding: '0 20px' })
    button.onclick = retry
    place.append(button)
  })
  return () => place.remove()
}

/** An element with the host's text, or with an English one that says so to a screen reader. */
function write<Tag extends 'p' | 'button'>(tag: Tag, text: string | undefined, english: string) {
  const element = document.createElement(tag)
  element.textContent = text ?? english
  if (text === undefined) Object.assign(element, { lang: 'en', dir: 'ltr' })
  element.style.margin = '0'
  return element
}
