import { useMemo, useState } from 'react'
import type { WidgetConfig } from '../../src/config/types.ts'
import { ConfigPanel } from './config-panel/config-panel.tsx'
import { parseConfig } from './config-panel/parse-config.ts'
import { defaultConfig } from './default-config.ts'
import { EmbedPanel } from './embed-panel/embed-panel.tsx'
import type { Environment } from './environment.ts'
import { EventFeed } from './event-feed/event-feed.tsx'
import { useEventLog } from './event-feed/use-event-log.ts'
import { Stage } from './stage.tsx'
import { StatusBar } from './status-bar.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useMediaQuery } from './use-media-query.ts'
import { usePageTheme } from './use-page-theme.ts'
import { WalletPanel } from './wallet-panel/wallet-panel.tsx'
import styles from './workbench.module.css'

/** The widget, surrounded by its config, its events and the wallet. */
export function Workbench({ environment }: { environment: Environment }) {
  const [theme, setTheme] = usePageTheme()
  const initial = useMemo(() => JSON.stringify(defaultConfig(environment), null, 2), [environment])
  const editor = useConfigEditor(initial)
  const log = useEventLog()
  // In one column the widget is first, for Tab as well.
  const isNarrow = useMediaQuery('(max-width: 1079px)')

  const panels = (
    <div key="panels" className={styles.left}>
      <ConfigPanel
        text={editor.text}
        parsed={editor.parsed}
        onChange={editor.change}
        onReset={() => editor.change(initial)}
      />
      <EmbedPanel config={editor.applied} />
    </div>
  )
  const stage = <Stage key="stage" config={{ theme, ...editor.applied }} onEvent={log.record} />
  const tools = (
    <div key="tools" className={styles.right}>
      <WalletPanel manifest={environment.manifest} />
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
        <ThemeSwitch theme={theme} onChange={setTheme} />
      </header>
      <main className={styles.columns}>{isNarrow ? [stage, tools, panels] : [panels, stage, tools]}</main>
    </div>
  )
}

/** The text of the editor and the last valid config in it. */
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
