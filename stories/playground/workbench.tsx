import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { WidgetConfig } from '../../src/config/types.ts'
import type { ThemeTokens } from '../../src/theme/contract.ts'
import { ConfigPanel } from './config-panel/config-panel.tsx'
import { parseConfig } from './config-panel/parse-config.ts'
import { defaultConfig } from './default-config.ts'
import { EmbedPanel } from './embed-panel/embed-panel.tsx'
import type { Environment } from './environment.ts'
import { EventFeed } from './event-feed/event-feed.tsx'
import { useEventLog } from './event-feed/use-event-log.ts'
import { ScenarioPanel } from './scenarios/scenario-panel.tsx'
import { useScenario } from './scenarios/use-scenario.ts'
import { Stage } from './stage.tsx'
import { StatusBar } from './status-bar.tsx'
import { Switch } from './switch.tsx'
import { ThemePanel } from './theme-panel/theme-panel.tsx'
import { ThemeStage } from './theme-panel/theme-stage.tsx'
import { WalletPanel } from './wallet-panel/wallet-panel.tsx'
import styles from './workbench.module.css'

const VIEWS = ['config', 'theme'] as const

/**
 * The widget with its config, its events and the wallet, or in both schemes next to the editor of
 * its theme.
 */
export function Workbench({ environment }: { environment: Environment }) {
  const [theme, setTheme] = usePageTheme()
  const initial = useMemo(() => JSON.stringify(defaultConfig(environment), null, 2), [environment])
  const editor = useConfigEditor(initial)
  const [view, setView] = useState(() => readView())
  const log = useEventLog()
  const [scenario, setScenario] = useScenario(environment)
  // In one column the widget is first, also in the tab order.
  const isNarrow = useMediaQuery('(max-width: 1079px)')

  const panels = (
    <div key="panels" className={styles.left}>
      {view === 'theme' ? (
        <ThemePanel
          tokens={editor.applied.themeTokens ?? {}}
          onChange={(themeTokens) => editor.change(withTheme(editor.applied, themeTokens))}
        />
      ) : (
        <ConfigPanel
          text={editor.text}
          parsed={editor.parsed}
          applied={editor.applied}
          onChange={editor.change}
          onReset={() => editor.change(initial)}
        />
      )}
      <EmbedPanel config={editor.applied} />
    </div>
  )
  const stage =
    view === 'theme' ? (
      <ThemeStage key="both" config={editor.applied} onEvent={log.record} />
    ) : (
      // A new widget requests the tokens again, because one of them may be an imitation now.
      <Stage
        key={`stage ${scenario === 'imitation'}`}
        config={{ theme, ...editor.applied }}
        onEvent={log.record}
      />
    )
  const tools = (
    // Stays mounted in both views, because it announces the dev wallet.
    <div key="tools" className={styles.right} hidden={view === 'theme'}>
      <ScenarioPanel value={scenario} onChange={setScenario} />
      <WalletPanel manifest={environment.manifest} scenario={scenario} />
      <EventFeed events={log.events} onClear={log.clear} />
    </div>
  )

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.brand}>
          <img src="/favicon.svg" alt="" width="28" height="28" />
          Sluice <span>playground</span>
        </h1>
        <StatusBar {...environment} />
        <div className={styles.switches}>
          <Switch legend="View" choices={VIEWS} value={view} onChange={setView} />
          <Switch legend="Theme" choices={PAGE_THEMES} value={theme} onChange={setTheme} />
        </div>
      </header>
      <main className={styles.columns} data-view={view}>
        {isNarrow ? [stage, tools, panels] : [panels, stage, tools]}
      </main>
    </div>
  )
}

/** `?view=theme` opens the theme editor. */
function readView(): (typeof VIEWS)[number] {
  return new URLSearchParams(location.search).get('view') === 'theme' ? 'theme' : 'config'
}

/** Returns the JSON of a config with other theme tokens. Removes the field without tokens. */
function withTheme({ themeTokens: _, ...config }: WidgetConfig, themeTokens: ThemeTokens): string {
  const isSet = Object.keys(themeTokens).length > 0
  return JSON.stringify({ ...config, ...(isSet && { themeTokens }) }, null, 2)
}

/** Stores the text of the editor and its last valid config. */
function useConfigEditor(initial: string) {
  const [text, setText] = useState(initial)
  const [applied, setApplied] = useState(() => JSON.parse(initial) as WidgetConfig)
  const parsed = useMemo(() => parseConfig(text), [text])
  const change = (next: string) => {
    setText(next)
    const result = parseConfig(next)
    if (result.ok) setApplied(result.config)
  }
  return { text, parsed, applied, change }
}

/** Returns whether a media query matches. */
function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

const PAGE_THEMES = ['light', 'dark', 'system'] as const
type PageTheme = (typeof PAGE_THEMES)[number]

/** Stores the page's theme. `?theme=dark` sets the initial one. */
function usePageTheme() {
  const [theme, setTheme] = useState<PageTheme>(() => {
    const named = new URLSearchParams(location.search).get('theme')
    return named === 'dark' || named === 'light' ? named : 'system'
  })
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  return [theme, setTheme] as const
}
