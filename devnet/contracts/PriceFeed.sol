// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Operated} from "./Desk.sol";

/// @title The price of an asset in US dollars with eight decimals, in the interface of price
/// oracles.
contract PriceFeed is Operated {
    uint8 public constant decimals = 8;
    int256 public latestAnswer;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    constructor(address marketMaker_, int256 answer) Operated(marketMaker_) {
        _set(answer);
    }

    function set(int256 answer) external onlyOperator {
        _set(answer);
    }

    function _set(int256 answer) private {
        latestAnswer = answer;
        emit AnswerUpdated(answer, block.number, block.timestamp);
    }
}
