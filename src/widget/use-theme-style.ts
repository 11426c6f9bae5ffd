import { type CSSProperties, type RefObject, useEffect } from 'react'
import { startLater } from '../errors/start-later.ts'
import { useConfig } from '../hooks/use-config.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { useWidget } from '../hooks/use-widget.ts'
import { themeOverrides } from '../theme/theme-overrides.ts'

/**
 * Returns the style of a root element with the host's theme. A script sets it too, because a strict
 * content security policy blocks the style attribute in server-rendered HTML.
 */
export function useThemeStyle(
  root: RefObject<HTMLElement | null>,
  tokens: Readonly<Record<string, string>>,
): CSSProperties {
  const overrides = themeOverrides(tokens)
  useEffect(() => {
    for (const [name, value] of Object.entries(themeOverrides(tokens))) {
      root.current?.style.setProperty(name, value)
    }
  }, [root, tokens])
  return overrides as CSSProperties
}

/**
 * Loads the typeface after the first paint, unless the host's font replaces it. The page is shown
 * in a font of the system until then. Returns `inherit` for the font of the surrounding page.
 */
export function useFont(): 'inherit' | undefined {
  const { font, themeTokens } = useConfig()
  const { lang } = useTranslation()
  const { reportError } = useWidget()
  const used = themeTokens.fontFamily ? undefined : font
  const isOwn = used === 'sluice'
  useEffect(() => {
    if (!isOwn) return
    return startLater(
      () => import('../theme/font/add-font.ts').then(({ addFont }) => addFont.bind(null, lang)),
      reportError,
    )
  }, [isOwn, lang, reportError])
  return used === 'inherit' ? used : undefined
}
