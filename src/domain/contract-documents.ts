// Imported statically: Vite's development server doesn't serve JSON to dynamic imports with attributes.
import runtimes from '#generated/client/runtime.json' with { type: 'json' };
import api from '#generated/openapi.json' with { type: 'json' };

export { api, runtimes };
