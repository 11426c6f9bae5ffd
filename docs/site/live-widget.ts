import { create } from '../../src/exports/embed.ts'
import { MOCK_SCENARIOS, type MockScenarioName, startSandbox } from '../../src/exports/testing.ts'

type Theme = 'light' | 'dark' | 'system'

/**
 * Renders a widget in sandbox mode with controls into an element. `data-live` is `scenarios` or
 * `theme`, and `data-scenario` the first scenario.
 */
export function startLiveWidget(element: HTMLElement): void {
  const place = document.createElement('div')
  const { live, scenario: first = 'ok' } = element.dataset
  const sandbox = startSandbox({ labelIn: element, asks: true, scenario: first as MockScenarioName })
  const config = (theme: Theme, accent?: string) =>
    sandbox.config({ locale: 'en', theme, ...(accent && { themeTokens: { accent, accentHover: accent } }) })
  const handle = create(place, config('system'))
  if (live === 'theme') {
    const theme = addSelect(element, 'Theme', { system: 'System', light: 'Light', dark: 'Dark' })
    const accent = addSelect(element, 'Accent', {
      '': 'Its own',
      '#0b6e4f': 'Green',
      '#7a1fa2': 'Purple',
      '#a1350d': 'Rust',
    })
    const change = () => handle.update(config(theme.value as Theme, accent.value))
    theme.addEventListener('change', change)
    accent.addEventListener('change', change)
  } else {
    const names = Object.entries(MOCK_SCENARIOS).map(([name, { description }]) => [name, description])
    const scenario = addSelect(element, 'What happens', Object.fromEntries(names))
    scenario.value = first
    scenario.addEventListener('change', () => sandbox.service.setScenario(scenario.value as MockScenarioName))
  }
  element.append(place)
}

function addSelect(element: HTMLElement, text: string, options: Record<string, string>): HTMLSelectElement {
  const label = document.createElement('label')
  const select = document.createElement('select')
  for (const [value, name] of Object.entries(options)) select.add(new Option(name, value))
  label.append(`${text} `, select)
  element.append(label)
  return select
}
