import { useId } from 'react'
import type { WidgetConfig } from '../../../src/config/types.ts'
import { CONFIG_CONTROLS, type ConfigControl, readPath, writePath } from './config-controls.ts'
import styles from './config-fields.module.css'

interface ConfigFieldsProps {
  /** The last valid config. */
  config: WidgetConfig
  onChange: (config: object) => void
}

/** Controls for the simple fields of the config, next to the JSON of the same config. */
export function ConfigFields({ config, onChange }: ConfigFieldsProps) {
  return (
    <details className={styles.fields}>
      <summary>Fields</summary>
      <div className={styles.list}>
        {CONFIG_CONTROLS.map((control) => (
          <Field
            key={control.path}
            control={control}
            value={readPath(config, control.path)}
            onChange={(value) => onChange(writePath(config, control.path, value))}
          />
        ))}
      </div>
    </details>
  )
}

interface FieldProps<Control extends ConfigControl = ConfigControl> {
  control: Control
  value: unknown
  /** Receives `undefined` for the default. */
  onChange: (value: unknown) => void
}

function Field({ control, value, onChange }: FieldProps) {
  const id = useId()
  if (control.kind === 'set') return <SetField control={control} value={value} onChange={onChange} />
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{control.path}</label>
      {control.kind === 'choice' || control.kind === 'flag' ? (
        <select
          id={id}
          value={value === undefined ? '' : String(value)}
          onChange={({ target }) =>
            onChange(
              target.value === ''
                ? undefined
                : control.kind === 'flag'
                  ? target.value === 'true'
                  : target.value,
            )
          }
        >
          <option value="">default</option>
          {(control.kind === 'flag' ? ['true', 'false'] : control.options).map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type={control.kind}
          {...(control.kind === 'number' && { min: control.min, max: control.max })}
          placeholder="default"
          value={typeof value === 'object' ? '' : String(value ?? '')}
          onChange={({ target }) =>
            onChange(
              target.value === ''
                ? undefined
                : control.kind === 'number'
                  ? Number(target.value)
                  : target.value,
            )
          }
        />
      )}
    </div>
  )
}

function SetField({ control, value, onChange }: FieldProps<Extract<ConfigControl, { kind: 'set' }>>) {
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const toggle = (option: string, isChosen: boolean) => {
    const next = control.options.filter((one) => (one === option ? isChosen : chosen.includes(one)))
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <fieldset className={styles.set}>
      <legend>{control.path}</legend>
      {control.options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ target }) => toggle(option, target.checked)}
          />
          {option}
        </label>
      ))}
    </fieldset>
  )
}
