import { SwapWidget } from '@sluice/widget'
import { createMockService } from '@sluice/widget/testing'
import { Sandbox } from './sandbox'

// Contains only data, so that a server component can pass it to the widget. With a service, write
// its config here and remove the sandbox.
const config = createMockService().config({ locale: 'en' })

export default function Page() {
  return (
    <main>
      <Sandbox />
      <SwapWidget {...config} />
    </main>
  )
}
