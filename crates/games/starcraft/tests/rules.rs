//! Every rule of the ledger `docs/rules/starcraft.md` as a test whose name begins with its id: one file per chapter.

mod rules {
    mod bench;
    mod component_cards;
    mod component_document;
    mod components;
    mod sc01_terms;
    mod sc02_galaxy;
    mod sc02_setup;
    mod sc03_planning;
    mod sc04_execution;
    mod sc05_paying;
    mod sc06_build;
    mod sc06_cases;
    mod sc07_mobilize;
    mod sc08_research;
    mod sc09_battle_start;
    mod sc09_cards;
    mod sc09_resolution;
    mod sc09_splash_retreat;
    mod sc10_keywords;
    mod sc11_upgrades;
    mod sc12_model;
    mod sc12_regrouping;
    mod sc13_events;
    mod sc14_victory;
    mod sc15_variants;
    mod sc16_examples;
    mod secrecy;
}
