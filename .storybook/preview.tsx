import './preview.css'
import type { Preview } from '@storybook/react-vite'

const preview: Preview = {
  // What was chosen in one story is nothing to the next.
  beforeEach: () => localStorage.clear(),
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    controls: { disable: true },
  },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { icon: 'contrast', items: ['light', 'dark', 'system'], dynamicTitle: true },
    },
    width: {
      description: 'Width',
      toolbar: { icon: 'resize' as never, items: ['280', '320', '400', '480'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light', width: '400' },
  decorators: [
    (Story, { globals, args }) => (
      <main className="stage" data-theme={String(globals.theme)}>
        <div style={{ inlineSize: Number(globals.width) }}>
          <Story args={{ ...args, config: { theme: globals.theme, ...args.config } }} />
        </div>
      </main>
    ),
  ],
}

export default preview
