//! The rules of Red Alert as the ledger states them: a file for each chapter, one for each deck of cards, one for the
//! task forces and one for the scenarios. The name of a test begins with the id of its rule.

mod rules {
    mod agreement;
    mod bounds;
    mod cards_combat;
    mod cards_command;
    mod chapter_01;
    mod chapter_02;
    mod chapter_03;
    mod chapter_04;
    mod chapter_05;
    mod chapter_06;
    mod chapter_07;
    mod chapter_08;
    mod chapter_09;
    mod chapter_10;
    mod chapter_11;
    mod chapter_12;
    mod chapter_13;
    mod chapter_14;
    mod chapter_15;
    mod chapter_16;
    mod chapter_17;
    mod chapter_18;
    mod chapter_19;
    mod chapter_20;
    mod chapter_21;
    mod chapter_22;
    mod chapter_23;
    mod chapter_24;
    mod common;
    mod idle;
    mod scenarios;
    mod task_forces;
}
