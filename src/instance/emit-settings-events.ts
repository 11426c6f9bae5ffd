import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { SettingsState, SettingsStore, Store } from '../store/types.ts'

const settingNames = ['slippageBps', 'theme'] as const satisfies (keyof SettingsState)[]

/** Tells each changed setting. Returns the function that ends it. */
export function emitSettingsEvents(settings: Store<SettingsStore>, events: OwnedEventBus): () => void {
  return settings.subscribe((now, before) => {
    for (const setting of settingNames) {
      if (now[setting] === before[setting]) continue
      events.emit('settingUpdated', {
        setting,
        newValue: now[setting],
        oldValue: before[setting],
        newSettings: getValues(now),
        oldSettings: getValues(before),
      })
    }
  })
}

function getValues(settings: SettingsState): Record<string, unknown> {
  return Object.fromEntries(settingNames.map((name) => [name, settings[name]]))
}
