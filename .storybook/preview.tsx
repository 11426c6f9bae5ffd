import './preview.css'
import type { Preview } from '@storybook/react-vite'
import { action } from 'storybook/actions'
import { EVENT_SCHEMAS } from '../src/events/event-schemas.ts'
import * as themes from '../src/exports/themes.ts'
import { LANGUAGES } from '../src/i18n/languages.ts'
import { MESSAGES_EN } from '../src/i18n/messages-en.ts'
import { PAGE_MESSAGES_EN } from '../src/i18n/page-messages-en.ts'
import type { Widget } from '../src/instance/types.ts'
import { lookOf } from './spread.ts'

const { THEME_CONTRACT: _, ...presets } = themes
type PresetName = keyof typeof presets

const IS_TEST = import.meta.env.MODE === 'test'
const testLook = (storyId: string) => globalThis.sluiceLook ?? lookOf(storyId)

/** WCAG 2.2 AA and best practice. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * The widget's own words, read from right to left: what a story plays is written in English. The space tells them from
 * English that stands in for texts that did not arrive, which is marked as such and read from the left.
 */
const RIGHT_TO_LEFT = {
  locale: 'ar',
  messages: {
    ...MESSAGES_EN,
    ...PAGE_MESSAGES_EN,
    'settings.title': `${PAGE_MESSAGES_EN['settings.title']} `,
  },
}

const CONTROLS = ['config', 'page', 'recipient', 'recipientName']
const preview: Preview = {
  // What was chosen in one story is nothing to the next.
  beforeEach: () => localStorage.clear(),
  // A test is worth its look only if the widget took it. Settings change it in their stories.
  afterEach: ({ canvasElement, id, title, args, parameters }) => {
    const root = canvasElement.querySelector<HTMLElement>('[data-sluice-root]')
    if (!('__vitest_browser__' in globalThis) || !root || title !== 'Pages/Swap') return
    const { theme, direction } = { ...testLook(id), ...parameters.look, ...args.config }
    if (root.dataset.sluiceTheme === theme && root.dir === direction) return
    throw new Error(`${id} is not ${theme} ${direction}`)
  },
  // Each group of stories has a page with all of them, and what their comments say.
  tags: ['autodocs'],
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error', options: { runOnly: { type: 'tag', values: AXE_TAGS } } },
    controls: { include: CONTROLS, expanded: true },
  },
  argTypes: {
    config: { control: 'object', description: 'Fields of the config that differ from the default' },
    page: {
      control: 'select',
      options: EVENT_SCHEMAS.pageEntered.options,
      description: 'The page shown. Default: the swap page',
    },
    recipient: { control: 'text' },
    recipientName: { control: 'text' },
  },
  globalTypes: {
    theme: {
      description: 'Color scheme',
      toolbar: { icon: 'contrast', items: ['light', 'dark', 'system'], dynamicTitle: true },
    },
    preset: {
      description: 'Theme preset',
      toolbar: { icon: 'paintbrush', items: ['default', ...Object.keys(presets)], dynamicTitle: true },
    },
    locale: {
      description: 'Locale',
      toolbar: { icon: 'globe', items: [...LANGUAGES], dynamicTitle: true },
    },
    direction: {
      description: 'Direction of the page around the widget; that of the widget follows its locale',
      toolbar: { icon: 'transfer', items: ['ltr', 'rtl'], dynamicTitle: true },
    },
    width: {
      description: 'Width',
      toolbar: { icon: 'grow', items: ['280', '320', '400', '480', '640', '800', '960'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light', preset: 'default', locale: 'en', direction: 'ltr', width: '400' },
  decorators: [
    (Story, { globals, args, id, parameters }) => {
      const { locale } = globals
      // A story of a layout keeps its width.
      const { width } = { ...globals, ...parameters.look }
      // As a test it is shown in one look; in the browser as the toolbars say.
      const look = IS_TEST ? { ...testLook(id), ...parameters.look } : globals
      const { theme, direction, preset: name = 'default' } = look
      // A story in a language of its own keeps it, with its words.
      const isTurned = IS_TEST && direction === 'rtl' && !args.config?.locale
      const themeTokens = presets[name as PresetName]
      return (
        <main className="stage" data-theme={theme} dir={direction}>
          <div style={{ inlineSize: Number(width) }}>
            {/* A fixture is made once: another choice, of a toolbar or in the controls, makes another. */}
            <Story
              key={JSON.stringify([theme, name, locale, ...CONTROLS.map((control) => args[control])])}
              args={{
                ...args,
                onWidget: (widget: Widget) => {
                  widget.events.onAny(({ name: event, payload }) => action(event)(payload))
                  args.onWidget?.(widget)
                },
                config: {
                  theme,
                  ...(isTurned ? RIGHT_TO_LEFT : { locale }),
                  ...(themeTokens && { themeTokens }),
                  ...args.config,
                },
              }}
            />
          </div>
        </main>
      )
    },
  ],
}

export default preview
