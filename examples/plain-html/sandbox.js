import { startSandbox } from '@sluice/widget/testing'

window.sandbox = startSandbox()
