import carJson from '../../../resources/checklists/car.json' with { type: 'json' };
import machineJson from '../../../resources/checklists/machine.json' with { type: 'json' };
import standardJson from '../../../resources/checklists/retired/standard-1.json' with { type: 'json' };
import vanJson from '../../../resources/checklists/van.json' with { type: 'json' };
import { type ChecklistTemplate, checklistTemplate } from '../../../shared/domain/checklist.ts';

/** The templates that ship with the app, parsed once. The one without `suggestFor` is taken where nothing else fits. */
export const shippedTemplates: readonly ChecklistTemplate[] = [vanJson, carJson, machineJson].map((json) =>
  checklistTemplate.parse(json),
);

/** No longer offered: jobs of earlier builds kept only its name and version. */
export const firstTemplate: ChecklistTemplate = checklistTemplate.parse(standardJson);
