import { Panel } from '../panel.tsx'
import styles from './scenario-panel.module.css'
import { SCENARIOS, type Scenario } from './scenarios.ts'

interface ScenarioPanelProps {
  value: Scenario | undefined
  onChange(scenario: Scenario | undefined): void
}

/** Toggle buttons that simulate a failure while pressed. */
export function ScenarioPanel({ value, onChange }: ScenarioPanelProps) {
  return (
    <Panel title="What if">
      <div className={styles.body}>
        <div className={styles.buttons}>
          {(Object.keys(SCENARIOS) as Scenario[]).map((scenario) => (
            <button
              key={scenario}
              type="button"
              className={styles.button}
              aria-pressed={scenario === value}
              title={SCENARIOS[scenario].hint}
              onClick={() => onChange(scenario === value ? undefined : scenario)}
            >
              {SCENARIOS[scenario].label}
            </button>
          ))}
        </div>
        <p className={styles.hint} role="status">
          {value ? SCENARIOS[value].hint : 'Everything works. Choose what goes wrong.'}
        </p>
      </div>
    </Panel>
  )
}
