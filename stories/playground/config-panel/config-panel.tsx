import type { WidgetConfig } from '../../../src/config/types.ts'
import { Panel } from '../panel.tsx'
import { CodeEditor } from './code-editor.tsx'
import { ConfigFields } from './config-fields.tsx'
import styles from './config-panel.module.css'
import type { ParsedConfig } from './parse-config.ts'

interface ConfigPanelProps {
  text: string
  parsed: ParsedConfig
  /** The last valid config. */
  applied: WidgetConfig
  onChange(text: string): void
  onReset(): void
}

/** Controls and an editor for the widget's config. A valid config is applied while typing. */
export function ConfigPanel({ text, parsed, applied, onChange, onReset }: ConfigPanelProps) {
  return (
    <Panel
      title="Config"
      action={
        <button type="button" className={styles.reset} onClick={onReset}>
          Reset
        </button>
      }
    >
      <ConfigFields config={applied} onChange={(config) => onChange(JSON.stringify(config, null, 2))} />
      <CodeEditor
        label="Widget config, JSON"
        value={text}
        errorLine={parsed.ok ? undefined : parsed.line}
        invalid={!parsed.ok}
        describedBy="config-status"
        onChange={onChange}
      />
      <p
        id="config-status"
        className={styles.status}
        data-state={parsed.ok ? 'applied' : 'invalid'}
        role="status"
      >
        {parsed.ok
          ? 'Applied. Every change takes effect as you type.'
          : `${parsed.message}. The widget keeps the last valid config.`}
      </p>
    </Panel>
  )
}
