import '../../src/theme/base.css'
import '../../src/theme/theme.css'
import { type ReactNode, useRef } from 'react'
import { useConfig } from '../../src/hooks/use-config.ts'
import { useTranslation } from '../../src/hooks/use-translation.ts'
import { useColorScheme } from '../../src/widget/use-color-scheme.ts'
import { useThemeStyle } from '../../src/widget/use-theme-style.ts'
import frame from '../../src/widget/widget-frame.module.css'
import { FixtureContext, type FixtureContextProps } from './fixture-context.tsx'

/** Components on the surface of a widget, stacked vertically. */
export function FixtureSurface({ children, ...fixture }: FixtureContextProps) {
  return (
    <FixtureContext {...fixture}>
      <Surface>{children}</Surface>
    </FixtureContext>
  )
}

function Surface({ children }: { children: ReactNode }) {
  const { theme, themeTokens } = useConfig()
  const { lang, direction } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const style = useThemeStyle(root, themeTokens)
  return (
    <div
      ref={root}
      data-sluice-root=""
      data-sluice-theme={useColorScheme(theme)}
      lang={lang}
      dir={direction}
      style={style}
    >
      <div className={frame.surface}>
        <div style={{ display: 'grid', gap: 12 }}>{children}</div>
      </div>
    </div>
  )
}
