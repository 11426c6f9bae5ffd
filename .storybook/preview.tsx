import './preview.css'
import type { Preview } from '@storybook/react-vite'
import { action } from 'storybook/actions'
import { EVENT_SCHEMAS } from '../src/events/event-schemas.ts'
import * as themes from '../src/exports/themes.ts'
import { LANGUAGES } from '../src/i18n/languages.ts'
import { MESSAGES_EN } from '../src/i18n/messages-en.ts'
import { PAGE_MESSAGES_EN } from '../src/i18n/page-messages-en.ts'
import type { Widget } from '../src/instance/types.ts'
import { getStoryLook } from './looks.ts'

const { THEME_CONTRACT: _, accentTheme: _derived, ...presets } = themes
type PresetName = keyof typeof presets

const IS_TEST = import.meta.env.MODE === 'test'
const testLook = (storyId: string) => globalThis.sluiceLook ?? getStoryLook(storyId)

/** Rules of WCAG 2.2 AA and best practice. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * English texts in right-to-left direction, because the play functions of stories expect English.
 * The trailing space distinguishes them from English that replaces missing texts, which is marked
 * and left-to-right.
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
  // Settings of one story do not affect the next.
  beforeEach: () => localStorage.clear(),
  // Checks that the widget has the look of the test. Settings stories change it.
  afterEach: ({ canvasElement, id, title, args, parameters }) => {
    const root = canvasElement.querySelector<HTMLElement>('[data-sluice-root]')
    if (!('__vitest_browser__' in globalThis) || !root || title !== 'Pages/Swap') return
    const { theme, direction } = { ...testLook(id), ...parameters.look, ...args.config }
    if (root.dataset.sluiceTheme === theme && root.dir === direction) return
    throw new Error(`The story ${id} is not rendered as ${theme} ${direction}`)
  },
  // Creates a page for each group of stories with their comments.
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
      // A test has one look. In the browser the toolbar selects it.
      const look = IS_TEST ? { ...testLook(id), ...parameters.look } : globals
      const { theme, direction, preset: name = 'default' } = look
      // A story with its own language keeps the language and its texts.
      const isTurned = IS_TEST && direction === 'rtl' && !args.config?.locale
      const themeTokens = presets[name as PresetName]
      return (
        <main className="stage" data-theme={theme} dir={direction}>
          <div style={{ inlineSize: Number(width) }}>
            {/* Recreates the story after a toolbar or control change, because fixtures are created once. */}
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
